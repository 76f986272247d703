import type { Claim, Condition, Key, Range, Write } from "../store/table.ts";

/**
 * Builds the expressions of one request. Names and values are always passed as placeholders, so no field or value can
 * inject syntax.
 */
export class ExpressionBuilder {
  readonly #names = new Map<string, string>();
  readonly #values = new Map<string, unknown>();

  attributes() {
    return {
      ...(this.#names.size > 0 && {
        ExpressionAttributeNames: Object.fromEntries(
          [...this.#names].map(([name, placeholder]) => [placeholder, name]),
        ),
      }),
      ...(this.#values.size > 0 && { ExpressionAttributeValues: Object.fromEntries(this.#values) }),
    };
  }

  condition(condition: Condition | undefined): string | undefined {
    if (!condition || condition.length === 0) return undefined;
    return condition.map((claim) => this.#claim(claim)).join(" AND ");
  }

  update(write: Extract<Write, { update: Key }>): string {
    const parts: string[] = [];
    const set = Object.entries(write.set ?? {}).filter(([, value]) => value !== undefined);
    if (set.length > 0) parts.push(`SET ${set.map(([k, v]) => `${this.#name(k)} = ${this.#value(v)}`).join(", ")}`);
    const add = Object.entries(write.add ?? {});
    if (add.length > 0) parts.push(`ADD ${add.map(([k, v]) => `${this.#name(k)} ${this.#value(v)}`).join(", ")}`);
    if (write.remove && write.remove.length > 0) {
      parts.push(`REMOVE ${write.remove.map((k) => this.#name(k)).join(", ")}`);
    }
    return parts.join(" ");
  }

  keyCondition(pkName: string, skName: string, range: Range): string {
    const pk = `${this.#name(pkName)} = ${this.#value(range.pk)}`;
    const sk = () => this.#name(skName);
    const lower = range.after ?? range.from;
    const upper = range.before ?? range.to;
    if (range.prefix !== undefined) {
      if (lower === undefined && upper === undefined)
        return `${pk} AND begins_with(${sk()}, ${this.#value(range.prefix)})`;
      // DynamoDB allows only one condition on the sort key, so a prefix combined with a bound becomes BETWEEN two exact
      // bounds.
      const from = lower === undefined ? range.prefix : range.after !== undefined ? justAfter(range.after) : lower;
      const to =
        upper === undefined ? `${range.prefix}\uffff` : range.before !== undefined ? justBefore(range.before) : upper;
      return `${pk} AND ${sk()} BETWEEN ${this.#value(from)} AND ${this.#value(to)}`;
    }
    if (lower !== undefined && upper !== undefined) {
      const from = range.after !== undefined ? justAfter(range.after) : lower;
      const to = range.before !== undefined ? justBefore(range.before) : upper;
      return `${pk} AND ${sk()} BETWEEN ${this.#value(from)} AND ${this.#value(to)}`;
    }
    if (range.after !== undefined) return `${pk} AND ${sk()} > ${this.#value(range.after)}`;
    if (range.from !== undefined) return `${pk} AND ${sk()} >= ${this.#value(range.from)}`;
    if (range.before !== undefined) return `${pk} AND ${sk()} < ${this.#value(range.before)}`;
    if (range.to !== undefined) return `${pk} AND ${sk()} <= ${this.#value(range.to)}`;
    return pk;
  }

  #claim(claim: Claim): string {
    if ("item" in claim) return `attribute_${claim.item === "exists" ? "exists" : "not_exists"}(${this.#name("pk")})`;
    if ("is" in claim)
      return `attribute_${claim.is === "present" ? "exists" : "not_exists"}(${this.#name(claim.field)})`;
    if ("op" in claim) {
      const comparison = `${this.#name(claim.field)} ${claim.op} ${this.#value(claim.value)}`;
      // DynamoDB treats a missing field as unequal to everything, but in our store a claim about a missing field is
      // false. The claim needs no parentheses: claims are joined by AND, and DynamoDB rejects redundant parentheses.
      return claim.op === "<>" ? `attribute_exists(${this.#name(claim.field)}) AND ${comparison}` : comparison;
    }
    return `(${claim.anyOf.map((all) => `(${all.map((one) => this.#claim(one)).join(" AND ")})`).join(" OR ")})`;
  }

  #name(name: string): string {
    const known = this.#names.get(name);
    if (known) return known;
    const placeholder = `#n${this.#names.size}`;
    this.#names.set(name, placeholder);
    return placeholder;
  }

  #value(value: unknown): string {
    const placeholder = `:v${this.#values.size}`;
    this.#values.set(placeholder, value);
    return placeholder;
  }
}

/** Returns the smallest string greater than `text`. */
const justAfter = (text: string) => `${text}\u0000`;
/** Returns a string that sorts just before `text`. Our sort keys are ASCII, so no key sorts between the two. */
const justBefore = (text: string) =>
  `${text.slice(0, -1)}${String.fromCharCode(text.charCodeAt(text.length - 1) - 1)}\uffff`;
