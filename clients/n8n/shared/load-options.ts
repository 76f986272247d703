import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from "n8n-workflow";
import { callApi } from "./api.ts";

/** The choice for a chat that belongs to nobody. */
const NOBODY: INodePropertyOptions = { name: "Nobody", value: "none" };

/** Lists nobody and the team's members, who may all have chats. */
export async function getMembers(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return [NOBODY, ...(await readMembers(this)).map(asOption)];
}

/** Lists nobody and the members to whom chats can be assigned, because viewers don't answer. */
export async function getAssignees(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return [NOBODY, ...(await readMembers(this)).filter(({ role }) => role !== "viewer").map(asOption)];
}

async function readMembers(functions: ILoadOptionsFunctions): Promise<IDataObject[]> {
  const { body } = await callApi(functions, { method: "GET", path: "/v1/members", answer: "list" });
  return body.data as IDataObject[]; // by `answer`
}

const asOption = ({ id, name }: IDataObject): INodePropertyOptions => ({
  name: String(name || id),
  value: String(id),
});
