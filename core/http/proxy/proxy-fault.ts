/** A proxy could not be used. Its message is one plain sentence for the customer and quotes neither url nor login. */
export class ProxyFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ProxyFault";
  }
}

/** The sentence for a user name or password that the proxy refuses. */
export const WRONG_LOGIN = "The proxy refused the user name or the password. Check both with its operator.";

/** The sentence for an answer that no proxy of its kind gives. */
export const WRONG_KIND = "The proxy did not answer as a proxy of this kind does. Check its kind and port.";
