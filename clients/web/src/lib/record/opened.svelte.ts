/** The file that was opened last: it stays in this page's memory while one goes from page to page. */

import { gamesIn, type Found } from "./reading.ts";

/** Of a file; more would be slow to read in a browser. */
export const GREATEST_MEGABYTES = 64;

export interface OpenedFile {
  readonly name: string;
  readonly games: readonly Found[];
}

class Opened {
  file = $state.raw<OpenedFile | null>(null);

  /** Reads a file; false if it is too large. */
  async open(file: File): Promise<boolean> {
    if (file.size > GREATEST_MEGABYTES * 1024 * 1024) return false;
    this.file = { name: file.name, games: gamesIn(await file.text()) };
    return true;
  }
}

export const opened = new Opened();
