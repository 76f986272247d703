/** The error for a file that is larger than allowed. */
export class FileTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`);
    this.name = "FileTooLarge";
  }
}
