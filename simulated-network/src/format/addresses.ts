import { jidDecode, jidEncode } from "@whiskeysockets/baileys";

/** The server's own address, which has no user part. */
export const SERVER = "@s.whatsapp.net";
/** The server part of an address that is based on a phone number. */
export const PHONE_SERVER = "s.whatsapp.net";
/** The server part of an address that is based on a private id. */
export const LID_SERVER = "lid";
/** The server part of a channel's address. */
export const CHANNEL_SERVER = "newsletter";

/**
 * The two forms of a person's address: by phone number or by private id (LID). An answer uses the same form as its
 * query.
 */
export type AddressForm = "pn" | "lid";

/** The address of a person's device. Device 0 is the phone itself, and linked devices are numbered from 1. */
export interface DeviceAddress {
  readonly phone: string;
  readonly device: number;
}

/** The two identifiers of a person. */
export interface PersonNames {
  readonly phone: string;
  readonly lid: string;
}

/** Returns a person's address without a device, e.g. `15550001@s.whatsapp.net`. */
export function personAddress(person: PersonNames, form: AddressForm): string {
  return deviceAddress(person, 0, form);
}

/** Returns a device's address, e.g. `15550001:2@s.whatsapp.net`. The number is left out for device 0. */
export function deviceAddress(person: PersonNames, device: number, form: AddressForm): string {
  return form === "pn" ? jidEncode(person.phone, PHONE_SERVER, device) : jidEncode(person.lid, LID_SERVER, device);
}

/** Returns the id of the chat with a person, in the sandbox's format. */
export function chatIdOf(phone: string): string {
  return `${phone}@${PHONE_SERVER}`;
}

/** An address, split into its parts. */
export interface ParsedAddress {
  readonly user: string;
  readonly server: string;
  readonly device: number;
}

/** Splits an address into its parts. @returns null if the text isn't an address with a user. */
export function parseAddress(address: string | undefined): ParsedAddress | null {
  const parts = address ? jidDecode(address) : undefined;
  if (!parts?.user) return null;
  return { user: parts.user, server: parts.server, device: parts.device ?? 0 };
}

/** Returns a string that identifies a device, for use as a map key. */
export function deviceKey(address: DeviceAddress): string {
  return `${address.phone}:${address.device}`;
}
