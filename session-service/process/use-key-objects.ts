import { keysAsObjects } from "./keys-as-objects.ts";

keysAsObjects();
