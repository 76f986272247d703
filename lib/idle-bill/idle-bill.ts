import { PRICE_RULES } from "./price-rules.ts";
import type { BilledTemplate, Resources, TemplateResource } from "./template.ts";

/** A part of a month's bill. */
export interface BillLine {
  part: string;
  usd: number;
}

/** The bill for a month in which nobody sends messages. */
export interface IdleBill {
  /** Most expensive first. */
  lines: BillLine[];
  usd: number;
  /** Resources without a known price, as type and logical id. They are missing from the sum. */
  unpriced: string[];
}

/** Parts that together cost less than this are shown as one line, USD. */
const SMALLEST = 0.005;

/** Adds up a stage's month without messages, from its templates: every resource has a price or a reason for none. */
export function idleBill(templates: readonly BilledTemplate[]): IdleBill {
  const all = resourcesOf(templates);
  const parts = new Map<string, number>();
  const unpriced: string[] = [];
  for (const [id, resource] of all) {
    const costs = PRICE_RULES[resource.Type]?.(resource, all);
    if (!costs) unpriced.push(`${resource.Type} ${id}`);
    for (const [part, usd] of Object.entries(costs ?? {})) parts.set(part, (parts.get(part) ?? 0) + usd);
  }
  const lines = [...parts].map(([part, usd]) => ({ part, usd })).filter(({ usd }) => usd >= SMALLEST);
  const usd = [...parts.values()].reduce((sum, one) => sum + one, 0);
  return { lines: lines.sort((a, b) => b.usd - a.usd), usd, unpriced };
}

/** Returns all templates' resources; an id that occurs in two templates is distinguished, so that none is left out. */
function resourcesOf(templates: readonly BilledTemplate[]): Resources {
  const all = new Map<string, TemplateResource>();
  for (const [n, { Resources = {} }] of templates.entries())
    for (const [id, resource] of Object.entries(Resources))
      all.set(all.has(id) ? `${id} of template ${n}` : id, resource);
  return all;
}
