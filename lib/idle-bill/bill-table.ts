import type { IdleBill } from "./idle-bill.ts";

const money = (usd: number) => usd.toFixed(2);

/** Formats the bills of several profiles side by side as a Markdown table. */
export function billTable(bills: Record<string, IdleBill>): string {
  const profiles = Object.entries(bills);
  const parts = [...new Set(profiles.flatMap(([, { lines }]) => lines.map(({ part }) => part)))];
  const usdOf = ({ lines }: IdleBill, part: string) => money(lines.find((one) => one.part === part)?.usd ?? 0);
  const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [
    row(["USD a month when idle", ...profiles.map(([profile]) => `\`${profile}\``)]),
    row(["---", ...profiles.map(() => "---:")]),
    ...parts.map((part) => row([part, ...profiles.map(([, bill]) => usdOf(bill, part))])),
    row(["**Together**", ...profiles.map(([, { usd }]) => `**${money(usd)}**`)]),
  ].join("\n");
}
