/** A part of a history that does not match its notice, or is larger than any phone sends. It can't be used. */
export class HistoryDamaged extends Error {
  constructor(why: string) {
    super(`The part of the history can't be read: ${why}.`);
    this.name = "HistoryDamaged";
  }
}
