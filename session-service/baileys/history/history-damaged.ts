/** A part of a history that is not what its notice promises, or more than a phone ever hands over. Nothing can be done with it. */
export class HistoryDamaged extends Error {
  constructor(why: string) {
    super(`The part of the history can't be read: ${why}.`);
    this.name = "HistoryDamaged";
  }
}
