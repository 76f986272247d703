import {
  BillingMode,
  ReturnConsumedCapacity,
  ReturnItemCollectionMetrics,
  ReturnValuesOnConditionCheckFailure,
  StreamViewType,
} from "@aws-sdk/client-dynamodb";
import { AwsError } from "../service/aws-error.ts";
import { isObject, objects } from "../service/input.ts";
import type { Json } from "../service/service.ts";
import { type ActionRules, type CrossRule, listLength, oneOf, textLength } from "./limits.ts";

const EXPRESSIONS = [
  "UpdateExpression",
  "ConditionExpression",
  "KeyConditionExpression",
  "FilterExpression",
  "ProjectionExpression",
] as const;
const EXPRESSION_BYTES = 4_096;
/** Matches the expressions whose error message states their size. */
const TELLS_SIZE = /Condition|Filter/;
const PLACEHOLDERS = ["ExpressionAttributeNames", "ExpressionAttributeValues"] as const;
const PLACEHOLDER_BYTES = 255;
const OPERANDS_MAX = 100;
/** The minimum size of an operand including its comma, as in `a,`. */
const FEWEST_BYTES_EACH = 2;
/** The maximum size of a character in UTF-8. */
const MOST_BYTES_EACH = 3;
const OPERANDS = /\bIN\s*\(([^()]*)\)/gi;
const NAME_BYTES = 65_535;

const invalid = (message: string) => new AwsError("ValidationException", message);

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html, "Expression parameters". */
const EXPRESSION_RULES: Readonly<Record<string, CrossRule>> = {
  "no empty expression": (input) => {
    const name = EXPRESSIONS.find((one) => typeof input[one] === "string" && input[one].trim() === "");
    return name === undefined ? null : invalid(`Invalid ${name}: The expression can not be empty;`);
  },
  "expressions of at most 4 KB": (input) => {
    for (const [name, text] of longExpressions(input, EXPRESSION_BYTES / MOST_BYTES_EACH)) {
      const size = Buffer.byteLength(text);
      if (size <= EXPRESSION_BYTES) continue;
      const told = TELLS_SIZE.test(name) ? ` expression size: ${size}` : "";
      return invalid(`Invalid ${name}: Expression size has exceeded the maximum allowed size;${told}`);
    }
    return null;
  },
  "placeholders of at most 255 bytes": (input) => {
    for (const name of PLACEHOLDERS) {
      for (const key in isObject(input[name]) ? input[name] : {}) {
        const size = Buffer.byteLength(key);
        if (size <= PLACEHOLDER_BYTES) continue;
        const told = name === "ExpressionAttributeNames" ? ` size of key: ${size}` : "";
        const what = "The expression attribute map contains a key that is too long;";
        return invalid(`${name} contains invalid key: ${what}${told}`);
      }
    }
    return null;
  },
  "at most 100 operands of IN": (input) => {
    for (const [name, text] of longExpressions(input, OPERANDS_MAX * FEWEST_BYTES_EACH)) {
      for (const [, list = ""] of text.matchAll(OPERANDS)) {
        const count = list.split(",").length;
        if (count <= OPERANDS_MAX) continue;
        const what = "The IN operator is provided with too many operands; number of operands:";
        return invalid(`Invalid ${name}: ${what} ${count}`);
      }
    }
    return null;
  },
};

/** Returns the expressions longer than `chars`. Most are shorter and need no further checks. */
const longExpressions = (input: Json, chars: number) =>
  EXPRESSIONS.flatMap((name): [string, string][] => {
    const text = input[name];
    return typeof text === "string" && text.length > chars ? [[name, text]] : [];
  });

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html, "Attributes". */
const attributeNames: CrossRule = ({ Item }) => {
  for (const name in isObject(Item) ? Item : {}) {
    if (name === "") return invalid("Empty attribute name");
    if (name.length * MOST_BYTES_EACH > NAME_BYTES && Buffer.byteLength(name) > NAME_BYTES) {
      return invalid("Attribute name is too large, must be less than 65536 bytes");
    }
  }
  return null;
};

const entriesOf = (input: Json): Json[] =>
  objects(input, "TransactItems").flatMap((entry) => Object.values(entry).filter(isObject));

/** Creates a rule that applies another rule to each entry of a transaction. */
const ofEntries =
  (rule: CrossRule): CrossRule =>
  (input) => {
    for (const entry of entriesOf(input)) {
      const refusal = rule(entry);
      if (refusal) return refusal;
    }
    return null;
  };

const membersOf = (entry: Json) => Object.values(entry).filter((one) => (one ?? undefined) !== undefined).length;

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItem.html */
const oneKindEach: CrossRule = (input) => {
  const wrong = objects(input, "TransactItems").find((entry) => membersOf(entry) !== 1);
  if (!wrong) return null;
  return invalid(
    membersOf(wrong) === 0
      ? "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request"
      : "TransactItems can only contain one of Check, Put, Update or Delete",
  );
};

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_WriteRequest.html */
const oneRequestEach: CrossRule = ({ RequestItems }) => {
  const requests = Object.values(isObject(RequestItems) ? RequestItems : {})
    .flat()
    .filter(isObject);
  if (requests.every((request) => membersOf(request) === 1)) return null;
  return invalid(
    "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes",
  );
};

/** Validates `ReturnValues` of DeleteItem. For PutItem, dynalite does so itself. */
const oldValuesOnly: CrossRule = ({ ReturnValues }) => {
  const isKnown = ReturnValues === undefined || ReturnValues === "ALL_OLD" || ReturnValues === "NONE";
  return isKnown ? null : invalid("Return values set to invalid value");
};

/** `Select` of https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html */
const selectFits: CrossRule = ({ Select, IndexName, ProjectionExpression, AttributesToGet }) => {
  const isProjected = (ProjectionExpression ?? AttributesToGet ?? undefined) !== undefined;
  if (Select === "SPECIFIC_ATTRIBUTES") {
    if (isProjected) return null;
    return invalid("Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES");
  }
  if (Select === "ALL_PROJECTED_ATTRIBUTES" && IndexName === undefined) {
    return invalid("ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
  }
  if (Select === undefined || !isProjected) return null;
  const what = Select === "COUNT" ? "only the Count" : String(Select);
  return invalid(`Cannot specify the ProjectionExpression when choosing to get ${what}`);
};

const ON_REFUSAL = "ReturnValuesOnConditionCheckFailure";
const write: ActionRules = {
  limits: { [ON_REFUSAL]: [oneOf(ReturnValuesOnConditionCheckFailure)] },
  cross: EXPRESSION_RULES,
};
const search: ActionRules = { cross: { ...EXPRESSION_RULES, "a Select that fits the rest": selectFits } };

/**
 * The rules for DynamoDB requests, except those that dynalite checks and those of the table itself. Each rule is from
 * the action's page in https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/ unless its own comment contains
 * another link.
 */
export const DYNAMO_RULES: Readonly<Record<string, ActionRules>> = {
  PutItem: { ...write, cross: { ...write.cross, "names of 1 to 65535 bytes": attributeNames } },
  UpdateItem: write,
  DeleteItem: { ...write, cross: { ...write.cross, "old values only": oldValuesOnly } },
  GetItem: { cross: EXPRESSION_RULES },
  Query: search,
  Scan: search,
  BatchWriteItem: { cross: { "one kind of request each": oneRequestEach } },
  TransactWriteItems: {
    limits: {
      TransactItems: [listLength(1, 100, {})],
      ClientRequestToken: [textLength(1, 36)],
      ReturnConsumedCapacity: [oneOf(ReturnConsumedCapacity)],
      ReturnItemCollectionMetrics: [oneOf(ReturnItemCollectionMetrics)],
      ...Object.fromEntries(
        ["Put", "Update", "Delete", "ConditionCheck"].map((kind) => [
          `TransactItems[].${kind}.${ON_REFUSAL}`,
          [oneOf(ReturnValuesOnConditionCheckFailure)],
        ]),
      ),
    },
    cross: {
      "one kind of write in an entry": oneKindEach,
      "names of 1 to 65535 bytes": ofEntries(attributeNames),
      ...Object.fromEntries(Object.entries(EXPRESSION_RULES).map(([what, rule]) => [what, ofEntries(rule)])),
    },
  },
  CreateTable: {
    limits: { BillingMode: [oneOf(BillingMode)], "StreamSpecification.StreamViewType": [oneOf(StreamViewType)] },
  },
  UpdateTable: { limits: { "StreamSpecification.StreamViewType": [oneOf(StreamViewType)] } },
  UpdateTimeToLive: { limits: { "TimeToLiveSpecification.AttributeName": [textLength(1, 255)] } },
  TagResource: { limits: { "Tags[].Key": [textLength(1, 128)], "Tags[].Value": [textLength(0, 256)] } },
};
