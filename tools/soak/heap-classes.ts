/**
 * All objects of the same kind in a heap, under V8's name for the kind: a class, or `(array)`, `(string)` and the like.
 */
export interface HeapClass {
  name: string;
  count: number;
  bytes: number;
}

interface Snapshot {
  snapshot: {
    meta: {
      node_fields: string[];
      node_types: [string[], ...unknown[]];
      edge_fields: string[];
      edge_types: [string[], ...unknown[]];
    };
  };
  nodes: number[];
  edges: number[];
  strings: string[];
}

/** The maximum length of a name. Longer names are truncated. */
const LONGEST_NAME = 60;
/** How many steps of a path to a root to print. */
const STEPS = 8;

/** A heap snapshot that can be queried. */
export interface Heap {
  classes(): Map<string, HeapClass>;
  /**
   * Finds what keeps most of a class's objects alive: the shortest paths to a root. Identical paths are counted
   * together, and the most frequent come first.
   * @param most the maximum number of paths.
   */
  heldBy(name: string, most: number): { way: string; count: number }[];
}

/** Parses a heap snapshot in V8's JSON format. */
export function readHeap(json: string): Heap {
  const { snapshot, nodes, edges, strings } = JSON.parse(json) as Snapshot; // V8's format
  const { node_fields, node_types, edge_fields, edge_types } = snapshot.meta;
  const of = (field: string) => node_fields.indexOf(field);
  const [TYPE, NAME, SIZE, EDGES, WIDTH] = [
    of("type"),
    of("name"),
    of("self_size"),
    of("edge_count"),
    node_fields.length,
  ];
  const edgeOf = (field: string) => edge_fields.indexOf(field);
  const [E_TYPE, E_NAME, E_TO, E_WIDTH] = [
    edgeOf("type"),
    edgeOf("name_or_index"),
    edgeOf("to_node"),
    edge_fields.length,
  ];
  const isWeak = (edge: number) => edge_types[0][edges[edge + E_TYPE] ?? 0] === "weak";

  const nameAt = (node: number): string => {
    const type = node_types[0][nodes[node + TYPE] ?? 0] ?? "";
    const name = (strings[nodes[node + NAME] ?? 0] ?? "").slice(0, LONGEST_NAME);
    return type === "object" || type === "native" || type === "closure"
      ? `${type === "object" ? "" : `${type} `}${name}`
      : `(${type})`;
  };

  function classes(): Map<string, HeapClass> {
    const found = new Map<string, HeapClass>();
    for (let node = 0; node < nodes.length; node += WIDTH) {
      const name = nameAt(node);
      const one = found.get(name) ?? { name, count: 0, bytes: 0 };
      one.count++;
      one.bytes += nodes[node + SIZE] ?? 0;
      found.set(name, one);
    }
    return found;
  }

  /** Finds the edge and the node through which each node is first reached from the root. */
  function parents(): { from: Int32Array; by: Int32Array } {
    const count = nodes.length / WIDTH;
    const firstEdge = new Int32Array(count + 1);
    for (let at = 0; at < count; at++) firstEdge[at + 1] = (firstEdge[at] ?? 0) + (nodes[at * WIDTH + EDGES] ?? 0);
    const from = new Int32Array(count).fill(-1);
    const by = new Int32Array(count).fill(-1);
    from[0] = 0;
    const queue = [0];
    for (let next = 0; next < queue.length; next++) {
      const at = queue[next] ?? 0;
      for (let edge = (firstEdge[at] ?? 0) * E_WIDTH; edge < (firstEdge[at + 1] ?? 0) * E_WIDTH; edge += E_WIDTH) {
        const to = (edges[edge + E_TO] ?? 0) / WIDTH;
        if (from[to] !== -1 || isWeak(edge)) continue;
        from[to] = at;
        by[to] = edge;
        queue.push(to);
      }
    }
    return { from, by };
  }

  function stepInto(edge: number): string {
    const type = edge_types[0][edges[edge + E_TYPE] ?? 0] ?? "";
    const value = edges[edge + E_NAME] ?? 0;
    return type === "element" || type === "hidden" ? "[]" : `.${strings[value] ?? ""}`.slice(0, LONGEST_NAME);
  }

  function heldBy(name: string, most: number) {
    const { from, by } = parents();
    const ways = new Map<string, number>();
    for (let node = 0; node < nodes.length; node += WIDTH) {
      if (nameAt(node) !== name) continue;
      const steps: string[] = [];
      for (let at = node / WIDTH; at > 0 && steps.length < STEPS; at = from[at] ?? 0) {
        if (from[at] === -1) break;
        steps.push(`${nameAt((from[at] ?? 0) * WIDTH)}${stepInto(by[at] ?? 0)}`);
      }
      const way = steps.join(" < ").replaceAll(/\d{3,}/g, "#");
      ways.set(way, (ways.get(way) ?? 0) + 1);
    }
    return [...ways]
      .map(([way, count]) => ({ way, count }))
      .sort((a, b) => b.count - a.count)
      .slice(0, most);
  }

  return { classes, heldBy };
}

/** Returns the classes that use more memory in the later heap, largest growth first. */
export function grown(before: Map<string, HeapClass>, after: Map<string, HeapClass>): HeapClass[] {
  return [...after.values()]
    .map(({ name, count, bytes }) => {
      const was = before.get(name);
      return { name, count: count - (was?.count ?? 0), bytes: bytes - (was?.bytes ?? 0) };
    })
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes);
}
