/**
 * Thrown if the network lists the recipient of a first message under another form of their number. Send the message to
 * that form instead.
 */
export class OtherForm extends Error {
  /** The number in the form that the network uses, digits only. */
  readonly form: string;

  constructor(form: string) {
    super("The network uses a different form of this person's number.");
    this.name = "OtherForm";
    this.form = form;
  }
}
