import type { Flags } from "./flags.ts";

/**
 * Adds the command line's phones and faults through the network's own API. Phones left over from an earlier run are
 * accepted.
 * @throws Error with the API's message if the API refuses a phone or fault.
 */
export async function setScene(apiUrl: string, { phones, faults }: Pick<Flags, "phones" | "faults">): Promise<void> {
  for (const phone of phones) await post(`${apiUrl}/phones`, phone, `--phone ${phone.phone}`, ["phone_exists"]);
  for (const fault of faults) await post(`${apiUrl}/faults`, fault, `--fault ${JSON.stringify(fault)}`);
}

async function post(url: string, body: unknown, flag: string, fine: readonly string[] = []): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.ok) return;
  const { message, code } = (await response.json()) as { message: string; code: string }; // the sandbox's own answer
  if (!fine.includes(code)) throw new Error(`${flag}: ${message}`);
}
