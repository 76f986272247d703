/**
 * Thrown when a proxy can't be used. The message is one plain sentence for the customer, without the URL or the login.
 */
export class ProxyFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ProxyFault";
  }
}

/** The error message when the proxy rejects the user name or password. */
export const WRONG_LOGIN = "The proxy rejected the user name or the password. Check both with its operator.";

/** The error sentence for a response that a proxy of this kind would never send. */
export const WRONG_KIND = "The proxy did not respond like a proxy of this type. Check its type and port.";
