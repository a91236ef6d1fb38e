/** Pacal's actions in words. */
import { t } from '../i18n';

/** `offer 17 42` → "offers 17 and 42"; a text that is no action comes back as it is. */
export function describeAction(action: string): string {
  const [verb, first = '', second = ''] = action.split(' ');
  switch (verb) {
    case 'offer':
      return t('action.offer', { first, second });
    case 'take':
      return t('action.take', { card: first });
    case 'build':
      return t('action.build', { field: first });
    case 'decline':
      return t('action.decline');
    default:
      return action;
  }
}
