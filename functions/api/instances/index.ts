import { resource } from "../route.ts";
import { changeInstance } from "./change-instance.ts";
import { createInstance } from "./create-instance.ts";
import { deleteInstance } from "./delete-instance.ts";
import { getInstance } from "./get-instance.ts";
import { getQr } from "./get-qr.ts";
import { listInstances } from "./list-instances.ts";

/** The routes of instances, for their function and for the OpenAPI document. */
export const routes = [listInstances, createInstance, getInstance, deleteInstance, getQr, ...changeInstance];

/** Their function. */
export const handler = resource(routes);
