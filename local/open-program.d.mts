/**
 * Returns the address of the gateway's main file.
 * @param root the project folder. @param env `FROM_SOURCES`.
 */
export function openProgram(root?: string, env?: Record<string, string | undefined>): string;
