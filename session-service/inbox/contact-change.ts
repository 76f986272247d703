import type { ContactChange } from "../baileys/settings/contact-change.ts";
import type { Reception } from "./reception.ts";

/** Stores a change of the phone's address book. @throws FenceLost */
export async function storeContactChange(_reception: Reception, _change: ContactChange): Promise<void> {}
