import "./check-node.mjs";
import { openProgram } from "./open-program.mjs";

await import(openProgram());
