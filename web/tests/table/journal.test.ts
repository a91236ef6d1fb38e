import { expect, it, vi } from 'vitest';
import { Journal } from '../../src/ui/Journal.svelte';

it('tells each sentence after those before it, whichever has its words first', async () => {
  const journal = new Journal();
  let find: (text: string) => void = () => {};
  journal.tell(new Promise<string>((resolve) => (find = resolve)));
  journal.tell('You win.');
  await Promise.resolve();
  expect(journal.entries).toEqual([]);
  find('You build 44 on 2');
  await vi.waitFor(() => expect(journal.entries).toHaveLength(2));
  expect(journal.entries.map(({ text }) => text)).toEqual(['You build 44 on 2', 'You win.']);
});

it('goes on where words do not arrive', async () => {
  const journal = new Journal();
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  journal.tell(Promise.reject(new Error('offline')));
  journal.tell('You win.');
  await vi.waitFor(() => expect(journal.entries).toHaveLength(1));
  expect(warned).toHaveBeenCalled();
  warned.mockRestore();
});
