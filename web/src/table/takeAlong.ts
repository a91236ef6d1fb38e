/** Brings to this device what playing the computer and studying need without a connection. */
import { DataFiles } from '../core/data';
import { dataFolder } from '../core/folder';
import { PRESETS, tableFiles, type Preset } from '../core/tableCalls';

const MEGABYTE = 1_000_000;

/** The presets whose tables are taken; the largest only when asked for. */
export const presetsTaken = (withExpert: boolean): readonly Preset[] =>
  PRESETS.filter((preset) => withExpert || preset !== 'expert');

/**
 * Fetches every file that players judge with, of the solved tables those of these presets. `report` receives
 * how many megabytes are there. What was taken is noted: an update brings the new files (`renew`).
 */
export async function takeAlong(
  presets: readonly Preset[],
  report: (done: number, of: number) => void,
  files = new DataFiles(dataFolder(import.meta.url)),
): Promise<void> {
  const left = PRESETS.filter((preset) => !presets.includes(preset)).flatMap(tableFiles);
  const sizes = [...(await files.sizes())].filter(([name]) => !left.includes(name));
  const ofBytes = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  let before = 0;
  for (const [name, bytes] of sizes) {
    await files.keep(name, ({ doneBytes }) =>
      report(Math.floor((before + doneBytes) / MEGABYTE), Math.ceil(ofBytes / MEGABYTE)),
    );
    before += bytes;
  }
  await files.noteTaken(presets);
}

/** Fetches what an update has changed of what was taken along, and nothing where nothing was. */
export async function renew(files = new DataFiles(dataFolder(import.meta.url))): Promise<void> {
  const taken = await files.taken();
  if (taken !== null)
    await takeAlong(
      PRESETS.filter((preset) => taken.includes(preset)),
      () => undefined,
      files,
    );
}
