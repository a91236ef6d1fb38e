/** Brings the solved tables of Pylos to this browser, beside everything else; `engine.ts` gives them to the core once they are here. */
import { DataFiles, type Kept } from './data';
import { dataFolder } from './folder';
import type { Progress } from './messages';
import { tableFiles, type Preset } from './tableCalls';

export interface TableKeeper {
  keep(preset: Preset, report: (progress: Progress) => void): Promise<void>;
  kept(preset: Preset): Promise<Kept>;
}

class Tables implements TableKeeper {
  readonly #files = new DataFiles(dataFolder(import.meta.url));
  /** What is on its way, so that nothing is fetched twice at once. */
  readonly #coming = new Map<Preset, Promise<void>>();

  /** Fetches what a preset lacks; asked again meanwhile, it waits for the same. */
  keep(preset: Preset, report: (progress: Progress) => void): Promise<void> {
    const coming = this.#coming.get(preset) ?? this.#fetch(preset, report);
    this.#coming.set(preset, coming);
    void coming.catch(() => undefined).then(() => this.#coming.delete(preset));
    return coming;
  }

  async kept(preset: Preset): Promise<Kept> {
    const all = await Promise.all(tableFiles(preset).map((file) => this.#files.kept(file)));
    return {
      keptBytes: all.reduce((sum, { keptBytes }) => sum + keptBytes, 0),
      ofBytes: all.reduce((sum, { ofBytes }) => sum + ofBytes, 0),
    };
  }

  async #fetch(preset: Preset, report: (progress: Progress) => void): Promise<void> {
    const { ofBytes } = await this.kept(preset);
    let before = 0;
    for (const file of tableFiles(preset).toReversed()) {
      let last = 0;
      await this.#files.keep(file, ({ doneBytes }) => {
        last = doneBytes;
        report({ doneBytes: before + doneBytes, ofBytes });
      });
      before += last;
    }
  }
}

export const tables: TableKeeper = new Tables();
