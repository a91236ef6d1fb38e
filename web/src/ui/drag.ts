/**
 * Cards that can be dragged by mouse, pen or finger. A drag is a shortcut: everything it does can be
 * done by clicking and by keys.
 */
import type { Attachment } from 'svelte/attachments';

export interface Zone {
  /** Whether this card means something here. */
  readonly accepts: (card: number) => boolean;
  readonly ondrop: (card: number) => void;
  readonly onover: (isOver: boolean) => void;
}

const FAR_ENOUGH_PX = 7;
const zones = new WeakMap<Element, Zone>();

/** Makes an element a place to drop cards on. */
export function dropZone(zone: Zone): Attachment<HTMLElement> {
  return (element) => {
    zones.set(element, zone);
    return () => zones.delete(element);
  };
}

function zoneAt(x: number, y: number, card: number): Zone | null {
  for (let at = document.elementFromPoint(x, y); at; at = at.parentElement) {
    const zone = zones.get(at);
    if (zone) return zone.accepts(card) ? zone : null;
  }
  return null;
}

/** A copy of the element that follows the pointer. */
function lift(element: HTMLElement): HTMLElement {
  const { width } = element.getBoundingClientRect();
  const copy = element.cloneNode(true) as HTMLElement;
  copy.removeAttribute('data-testid');
  copy.setAttribute('aria-hidden', 'true');
  copy.tabIndex = -1;
  Object.assign(copy.style, {
    position: 'fixed',
    left: '0',
    top: '0',
    zIndex: '30',
    width: `${width}px`,
    pointerEvents: 'none',
    transition: 'none',
    animation: 'none',
  });
  copy.style.setProperty('--card-width', `${width}px`);
  document.body.append(copy);
  return copy;
}

/** Makes an element draggable as a card while `enabled`. */
export function dragCard(card: number, enabled: boolean): Attachment<HTMLElement> {
  return (element) => {
    if (!enabled) return;
    let from: { x: number; y: number; pointer: number } | null = null;
    let copy: HTMLElement | null = null;
    let over: Zone | null = null;

    const setOver = (zone: Zone | null) => {
      if (zone === over) return;
      over?.onover(false);
      zone?.onover(true);
      over = zone;
    };

    const move = (event: PointerEvent) => {
      if (event.pointerId !== from?.pointer) return;
      const away = Math.hypot(event.clientX - from.x, event.clientY - from.y);
      if (!copy && away < FAR_ENOUGH_PX) return;
      copy ??= lift(element);
      element.dataset['dragged'] = 'yes';
      const { offsetWidth: width, offsetHeight: height } = copy;
      copy.style.transform = `translate(${event.clientX - width / 2}px, ${event.clientY - height * 0.6}px)`;
      setOver(zoneAt(event.clientX, event.clientY, card));
    };

    const end = () => {
      setOver(null);
      copy?.remove();
      copy = null;
      from = null;
      delete element.dataset['dragged'];
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', cancel);
    };

    const cancel = (event: PointerEvent) => {
      if (event.pointerId === from?.pointer) end();
    };

    const up = (event: PointerEvent) => {
      if (event.pointerId !== from?.pointer) return;
      const zone = over;
      if (copy) {
        // The click that follows a drag is none.
        const swallow = (click: Event) => {
          click.stopPropagation();
          click.preventDefault();
        };
        addEventListener('click', swallow, { capture: true, once: true });
        setTimeout(() => removeEventListener('click', swallow, { capture: true }));
      }
      end();
      zone?.ondrop(card);
    };

    const down = (event: PointerEvent) => {
      if (event.button !== 0 || from) return;
      from = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
      addEventListener('pointermove', move);
      addEventListener('pointerup', up);
      addEventListener('pointercancel', cancel);
    };

    element.addEventListener('pointerdown', down);
    // A finger on a card drags it; beside the cards it scrolls.
    element.style.touchAction = 'none';
    return () => {
      end();
      element.removeEventListener('pointerdown', down);
      element.style.touchAction = '';
    };
  };
}
