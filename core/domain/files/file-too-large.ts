/** A file passed the size it may have. */
export class FileTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`);
    this.name = "FileTooLarge";
  }
}
