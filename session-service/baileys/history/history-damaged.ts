/**
 * A part of a history that does not match its notice, or is larger than any a phone sends. Nothing can be done with it.
 */
export class HistoryDamaged extends Error {
  constructor(why: string) {
    super(`The part of the history can't be read: ${why}.`);
    this.name = "HistoryDamaged";
  }
}
