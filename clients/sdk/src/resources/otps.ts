// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import { type Body, type Data, Resource } from "../resource.ts";
import type { CallOptions, KeyedOptions } from "../transport.ts";
import type {
  OtpsCheckData,
  OtpsCheckResponses,
  OtpsCreateData,
  OtpsCreateResponses,
  OtpsDeleteResponses,
  OtpsGetResponses,
  OtpsResendResponses,
} from "../types.ts";

/** The calls of `otps`. */
export class Otps extends Resource {
  /** Confirm a phone number with a link or a code. A full or send key. Not available after the trial. */
  create(body: Body<OtpsCreateData>, options?: KeyedOptions): Answer<Data<OtpsCreateResponses>> {
    return this.callOne({ method: "POST", path: "/v1/otps", body, keyed: true, answer: "record", options });
  }

  /** Get an OTP. Any API key. */
  get(otpId: string, options?: CallOptions): Answer<Data<OtpsGetResponses>> {
    return this.callOne({ method: "GET", path: "/v1/otps/{id}", ids: [otpId], answer: "record", options });
  }

  /** Cancel an open OTP. A full or send key. */
  delete(otpId: string, options?: CallOptions): Answer<Data<OtpsDeleteResponses>> {
    return this.callOne({
      method: "DELETE",
      path: "/v1/otps/{id}",
      ids: [otpId],
      gone: "otp_not_found",
      answer: "none",
      options,
    });
  }

  /** Check the code that a person entered. A full or send key. */
  check(otpId: string, body: Body<OtpsCheckData>, options?: CallOptions): Answer<Data<OtpsCheckResponses>> {
    return this.callOne({ method: "POST", path: "/v1/otps/{id}/check", ids: [otpId], body, answer: "record", options });
  }

  /** Send the code again, after a minute and at most three times. A full or send key. Not available after the trial. */
  resend(otpId: string, options?: CallOptions): Answer<Data<OtpsResendResponses>> {
    return this.callOne({ method: "POST", path: "/v1/otps/{id}/resend", ids: [otpId], answer: "record", options });
  }
}
