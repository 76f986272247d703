import type { LabelChange } from "../baileys/settings/label-change.ts";
import type { Reception } from "./reception.ts";

/** Stores a change of the phone's labels. @throws FenceLost */
export async function storeLabelChange(_reception: Reception, _change: LabelChange): Promise<void> {}
