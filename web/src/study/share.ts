/** Handing something on: the device's own way to share where there is one, else the clipboard. */
import { copyText } from '../ui/notes.svelte';

async function share(data: ShareData, text: string): Promise<void> {
  // On desktops the clipboard is what people expect; phones have a sheet to share with.
  const touch = matchMedia('(pointer: coarse)').matches;
  if (touch && navigator.canShare?.(data)) {
    try {
      await navigator.share(data);
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  await copyText(text);
}

export const shareLink = (url: string) => share({ url }, url);
export const shareText = (text: string) => share({ text }, text);
