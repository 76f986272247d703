import type { NetworkChoice } from "./network-choice.ts";

/** Returns the sentences printed at startup about the network in use and its risks. */
export function networkWords(choice: NetworkChoice): { line: string; warning: string | null } {
  if (choice.kind === "sandbox") return { line: "the simulated one", warning: null };
  const isReal = choice.kind === "whatsapp";
  const whose = isReal ? "the real WhatsApp network" : `the network at ${new URL(choice.url).host}`;
  const warning = `This gateway is connected to ${whose}, not to the simulated one. The numbers you link are real,
and the messages you send reach real people.${isReal ? "" : " (A test server is treated in the same way.)"}

  - This is an unofficial client. The network can permanently ban a number that uses one.
  - Link a number that you can lose, never your only one.
  - Number protection is on, with its full pauses and daily caps (docs/protection.md). It makes a ban less
    likely, but can't rule it out.
`;
  return { line: isReal ? "WhatsApp, the real one" : `${new URL(choice.url).host} (NETWORK=custom)`, warning };
}
