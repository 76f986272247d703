/** A client without an account that displays a code and waits for a phone to link it. */
export interface Registration {
  readonly kind: "registration";
  /** The client's version, such as `2.3000.1043857760`. */
  readonly version: string;
  readonly registrationId: number;
  readonly identityKey: Buffer;
  readonly signedPreKey: { readonly id: number; readonly publicKey: Buffer; readonly signature: Buffer };
}
