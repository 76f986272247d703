import { AwsError } from "../service/aws-error.ts";
import { isObject, object } from "../service/input.ts";
import type { Json } from "../service/service.ts";
import type { ActionRules, CrossRule } from "./limits.ts";

const RECIPIENTS_MAX = 50;
const ADDRESS_CHARS = 320;
const MAIL_BYTES = 40 * 1_024 * 1_024;

const refused = (message: string) => new AwsError("BadRequestException", message);
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Returns the address in `Name <address>`, or the text itself if it doesn't have that form. */
export const addressIn = (text: string): string => /^[^<>]*<([^<>]*)>$/.exec(text.trim())?.[1] ?? text.trim();

/**
 * Returns the reason why SES would refuse an address, or null. The parts before and after the @ must be ASCII, because
 * SES does not support SMTPUTF8. https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Destination.html
 */
function faultOf(text: string): string | null {
  const address = addressIn(text);
  if (/[\r\n]/.test(text)) return "Header value contains CR or LF.";
  if (address.length > ADDRESS_CHARS) return "Address length should be less than 320";
  if (!/^[\x21-\x7e]+@[\x21-\x7e]+$/.test(address)) return "Local address or domain contains illegal characters";
  return /^[^@\s"(),:;<>[\]\\]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(address) ? null : "Illegal address";
}

const addresses: CrossRule = (input) => {
  const to = texts(object(input, "Destination").ToAddresses);
  const from = String(input.FromEmailAddress ?? "");
  if (from === "") return refused("Missing required header 'From'.");
  if (to.length === 0) return refused("Missing required header 'To'.");
  const fault = [from, ...to].map(faultOf).find((one) => one !== null);
  return fault === undefined || fault === null ? null : refused(fault);
};

/**
 * See https://docs.aws.amazon.com/ses/latest/dg/quotas.html, "Maximum number of recipients per message". The wording is
 * ours.
 */
const recipients: CrossRule = (input) => {
  const { ToAddresses } = object(input, "Destination");
  return texts(ToAddresses).length > RECIPIENTS_MAX ? refused(`Recipient count exceeds ${RECIPIENTS_MAX}.`) : null;
};

/** Returns an email's texts: its subject and its bodies. */
function contentsOf(input: Json): Json[] {
  const simple = object(object(input, "Content"), "Simple");
  const { Text, Html } = object(simple, "Body");
  return [simple.Subject, Text, Html].filter(isObject);
}

const body: CrossRule = (input) => {
  const { Text, Html } = object(object(object(input, "Content"), "Simple"), "Body");
  return isObject(Text) || isObject(Html) ? null : refused("Message body is empty.");
};

/**
 * Refuses non-ASCII text without a charset. SES would interpret the text as ASCII and garble it, which is never
 * intended. https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Content.html
 */
const charsets: CrossRule = (input) => {
  for (const { Data, Charset } of contentsOf(input)) {
    if ((Charset ?? undefined) === undefined) {
      if (/[^\0-\x7f]/.test(String(Data))) return refused("A text beyond ASCII needs a charset.");
    } else if (!isCharset(String(Charset))) return refused(`Unknown encoding: ${String(Charset).slice(0, 64)}`);
  }
  return null;
};

function isCharset(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== "";
  } catch {
    return false;
  }
}

/** See https://docs.aws.amazon.com/ses/latest/dg/quotas.html, "Maximum message size" for version 2 of the API. */
const size: CrossRule = (input) => {
  const bytes = contentsOf(input).reduce((sum, { Data }) => sum + Buffer.byteLength(String(Data)), 0);
  return bytes > MAIL_BYTES ? refused(`Message length is more than ${MAIL_BYTES} bytes long.`) : null;
};

const subject: CrossRule = (input) => {
  const { Data } = object(object(object(input, "Content"), "Simple"), "Subject");
  return /[\r\n]/.test(String(Data)) ? refused("Header value contains CR or LF.") : null;
};

/** Refuses members that would change the delivered email but aren't supported by this emulation. */
const plain: CrossRule = (input) => {
  const { Content: _content, Destination: _destination, FromEmailAddress: _from, ...others } = input;
  const { ToAddresses: _to, ...copies } = object(input, "Destination");
  const { Simple, ...forms } = object(input, "Content");
  const { Subject: _subject, Body: _body, ...parts } = isObject(Simple) ? Simple : {};
  const [other] = [others, copies, forms, parts].flatMap((one) =>
    Object.keys(one).filter((name) => (one[name] ?? undefined) !== undefined),
  );
  if (other !== undefined) return refused(`SendEmail with ${other} is not emulated here.`);
  return isObject(Simple) ? null : refused("Content has no Simple.");
};

/**
 * The rules for sending a plain email with SES. AWS's service model has no limits for the members that are emulated.
 */
export const SES_RULES: Readonly<Record<string, ActionRules>> = {
  SendEmail: {
    cross: {
      "a plain mail": plain,
      "addresses in ASCII": addresses,
      "at most 50 recipients": recipients,
      "a body": body,
      "a subject of one line": subject,
      "texts in a known charset": charsets,
      "at most 40 MB": size,
    },
  },
};
