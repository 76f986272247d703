import { onCommandLine, optionOf, type ServiceModel, type Shape, serviceModel } from "./service-models.ts";

/** Options that every command accepts, with the number of words after each. */
const GLOBAL: Record<string, number> = {
  region: 1,
  profile: 1,
  output: 1,
  query: 1,
  "no-cli-pager": 0,
  "no-paginate": 0,
};
/** The CLI's own options for operations with paginated results. */
const OF_PAGES = new Set(["max-items", "page-size", "starting-token"]);
/** Of the commands on the pages, those that are the CLI's own rather than operations of a service. */
const OWN = new Set(["cloudformation wait", "dynamodb wait", "s3 rm", "s3 rb", "configure get"]);
/**
 * The number of inputs that an operation expects outside its options, such as an output file for a streamed response.
 */
const POSITIONAL: Record<string, number> = { "lambda invoke": 1 };

/** The members of an operation's input, keyed by option. */
type Input = Map<string, { name: string; shape: string; documentation?: string }>;

/** Whether a value is a placeholder for the reader to fill in, which can't be checked. */
const isFilledIn = (value: string) => /…|<[^>]+>|\$/.test(value);

/**
 * Returns everything in a command that AWS's command line would refuse, one sentence each, or an empty list if it
 * accepts the command. A command without options only names its operation.
 * @param words the words after `aws`.
 */
export function faultsOf(words: readonly string[]): string[] {
  const [service = "", command = "", ...rest] = words;
  if (OWN.has(`${service} ${command}`)) return [];
  const model = serviceModel(service);
  if (!model) return [`there is no service ${service}`];
  const operation = Object.values(model.operations).find(({ name }) => onCommandLine(name) === command);
  if (!operation) return [`${service} has no operation ${command}`];
  if (rest.length === 0) return [];
  const { members = {}, required = [] } = (operation.input && model.shapes[operation.input.shape]) ?? {};
  const named = (member: string) => optionOf(service, command, member);
  const input: Input = new Map(Object.entries(members).map(([name, member]) => [named(name), { name, ...member }]));
  const { options, others } = optionsOf(rest, model, input);
  const given = Object.keys(options);
  const missing = required.map(named).filter((name) => !given.includes(name));
  const most = POSITIONAL[`${service} ${command}`] ?? 0;
  return [
    ...missing.map((name) => `it needs --${name}`),
    ...(others.length > most ? [`"${others[most]}" belongs to no option`] : []),
    ...given.flatMap((name) => faultsOfOption(name, options[name] ?? [], model, input)),
    ...faultsTogether(given, input),
    ...(options.query ?? []).flatMap((query) => faultsOfQuery(query, model, operation.output?.shape)),
  ];
}

/** Returns the options with their values, and the words that don't belong to any option. */
function optionsOf(rest: readonly string[], model: ServiceModel, input: Input) {
  const options: Record<string, string[]> = {};
  const others: string[] = [];
  let open: { name: string; most: number } | null = null;
  for (const word of rest) {
    const [, written] = /^--([\w-]+)$/.exec(word) ?? [];
    if (written !== undefined) {
      const name = !input.has(written) && written.startsWith("no-") ? written.slice(3) : written;
      const isKnown = GLOBAL[written] === undefined && input.has(name);
      const key = isKnown ? name : written;
      options[key] ??= [];
      open = { name: key, most: takes(key, model, input) };
    } else if (open && (options[open.name]?.length ?? 0) < open.most) options[open.name]?.push(word);
    else others.push(word);
  }
  return { options, others };
}

/** Returns the number of words that an option expects. */
function takes(option: string, model: ServiceModel, input: Input): number {
  const known = GLOBAL[option];
  if (known !== undefined) return known;
  const member = input.get(option);
  const type = member && model.shapes[member.shape]?.type;
  return type === "boolean" ? 0 : type === "list" ? Number.POSITIVE_INFINITY : 1;
}

function faultsOfOption(option: string, values: readonly string[], model: ServiceModel, input: Input): string[] {
  if (GLOBAL[option] !== undefined || OF_PAGES.has(option)) return [];
  const member = input.get(option);
  const shape = member && model.shapes[member.shape];
  if (!shape) return [`it has no option --${option}`];
  if (shape.type === "boolean") return [];
  if (values.length === 0) return [`--${option} has no value`];
  const one = shape.type === "list" ? (model.shapes[shape.member?.shape ?? ""] ?? shape) : shape;
  return values.flatMap((value) => faultsOfValue(value, one).map((fault) => `--${option}: ${fault}`));
}

/** Removes the contents of nested structures from a structure in the CLI's shorthand syntax. */
function outermost(value: string): string {
  const without = value.replace(/\{[^{}]*\}/g, "");
  return without === value ? value : outermost(without);
}

function faultsOfValue(value: string, { type, enum: allowed, min, max, pattern, members }: Shape): string[] {
  if (type === "structure") {
    const named = [...outermost(value).matchAll(/(?:^|,)(\w+)=/g)].map(([, name = ""]) => name);
    return named.filter((name) => !members?.[name]).map((name) => `there is no ${name} in it`);
  }
  if (isFilledIn(value)) return [];
  if (allowed && !allowed.includes(value)) return [`"${value}" is none of ${allowed.join(", ")}`];
  const isNumber = type === "integer" || type === "long";
  if (isNumber && !/^-?\d+$/.test(value)) return [`"${value}" is no number`];
  const size = isNumber ? Number(value) : value.length;
  if ((min !== undefined && size < min) || (max !== undefined && size > max))
    return [`"${value}" is out of its bounds`];
  if (pattern && !new RegExp(`^(?:${pattern})$`).test(value)) return [`"${value}" is not of the form ${pattern}`];
  return [];
}

/**
 * Matches the sentence in an option's documentation that rules out other options. The model doesn't express this in any
 * other way.
 */
const ALONE = /(?:cannot|can't) specify any other parameters(?: in the request)?(?: except for ([^.]*))?/;

function faultsTogether(given: readonly string[], input: Input): string[] {
  return [...input].flatMap(([option, { documentation = "" }]) => {
    const alone = given.includes(option) && ALONE.exec(documentation.replace(/<[^>]+>/g, ""));
    if (!alone) return [];
    const allowed = [...input].filter(([, { name }]) => alone[1]?.includes(name)).map(([one]) => one);
    const fine = new Set([option, ...allowed, ...OF_PAGES, ...Object.keys(GLOBAL)]);
    return given.filter((one) => !fine.has(one)).map((one) => `--${option} goes with no --${one}`);
  });
}

/** Checks that the output has each field selected by a `--query`. */
function faultsOfQuery(query: string, model: ServiceModel, output: string | undefined): string[] {
  let shape = output === undefined ? undefined : model.shapes[output];
  for (const step of query.replace(/\[[^\]]*\]/g, "[]").split(".")) {
    const [, field = "", list] = /^(\w+)((?:\[\])*)$/.exec(step) ?? [];
    const next = shape?.members?.[field]?.shape;
    if (next === undefined) return [`the answer has no ${field || step} for --query`];
    shape = model.shapes[next];
    if (list) shape = model.shapes[shape?.member?.shape ?? ""];
  }
  return [];
}
