/**
 * Thrown if the network knows the recipient of a first message by another form of their number, to which the message
 * must go.
 */
export class OtherForm extends Error {
  /** The network's form, digits. */
  readonly form: string;

  constructor(form: string) {
    super("The network knows this person by another form of their number.");
    this.name = "OtherForm";
    this.form = form;
  }
}
