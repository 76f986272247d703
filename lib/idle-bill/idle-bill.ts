import { PRICE_RULES } from "./price-rules.ts";
import type { BilledTemplate, Resources, TemplateResource } from "./template.ts";

/** One line of a monthly bill. */
export interface BillLine {
  part: string;
  usd: number;
}

/** The bill for a month without any messages. */
export interface IdleBill {
  /** The lines of the bill, most expensive first. */
  lines: BillLine[];
  usd: number;
  /** Resources without a known price, by type and logical id. They aren't included in the sum. */
  unpriced: string[];
}

/** Parts cheaper than this (in USD) are combined into a single line. */
const SMALLEST = 0.005;

/**
 * Calculates a stage's bill for a month without messages, from its templates. Every resource must have either a price
 * or a reason for costing nothing.
 */
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

/**
 * Returns the resources of all templates. If an id occurs in two templates, it is made unique so that no resource is
 * lost.
 */
function resourcesOf(templates: readonly BilledTemplate[]): Resources {
  const all = new Map<string, TemplateResource>();
  for (const [n, { Resources = {} }] of templates.entries())
    for (const [id, resource] of Object.entries(Resources))
      all.set(all.has(id) ? `${id} of template ${n}` : id, resource);
  return all;
}
