/** Hands `content` to the browser as a file to keep; text is JSON. */
export function saveFile(name: string, content: string | Blob): void {
  const link = document.createElement('a');
  const file =
    typeof content === 'string' ? new Blob([content], { type: 'application/json' }) : content;
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
