// For tests: the nodes of a workflow of a given size, with loops, branches and maps inside each other, always the same for a seed.

export function largeWorkflow(size: number, seed: number): string {
  let state = seed * 7919;
  const random = (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
  const lines: string[] = [];
  const id = (kind: string) => `${kind}_${lines.length + 1}`;
  const put = (name: string, fields: string) => lines.push(`  ${name}: { ${fields} }`);
  const step = (next: string) => {
    const name = id('step');
    put(name, `type: cli, command: ["true"], next: ${next}`);
    return name;
  };
  /** Written from the end, so that what follows is known: returns where a piece begins. */
  const piece = (next: string, depth: number): string => {
    const kind = depth > 3 ? 0 : random(6);
    if (kind === 1) {
      const [left, right] = [series(next, 1 + random(3), depth + 1), series(next, 1 + random(3), depth + 1)];
      const name = id('if');
      put(name, `type: if, condition: "true", then: ${left}, else: ${right}`);
      return name;
    }
    if (kind === 2) {
      const name = `loop_${lines.length + 1000}`;
      const back = id('back');
      put(back, `type: end_loop, loop: ${name}`);
      put(name, `type: loop, body: ${series(back, 1 + random(4), depth + 1)}, done: ${next}, max: 9`);
      return name;
    }
    if (kind === 3) {
      const starts = Array.from({ length: 2 + random(3) }, () => series('join', 1 + random(3), depth + 1));
      const name = id('fork');
      put(
        name,
        `type: parallel, branches: { ${starts.map((start, i) => `b${i}: ${start}`).join(', ')} }, next: ${next}`,
      );
      return name;
    }
    if (kind === 4) {
      const body = series('join', 1 + random(3), depth + 1);
      const name = id('map');
      put(name, `type: map, items: [1, 2], body: ${body}, next: ${next}`);
      return name;
    }
    if (kind === 5 && depth === 0) {
      const work = step(next);
      const name = id('ask');
      put(
        name,
        `type: gate, kind: question, message: Well?, options: [{ id: go, label: Go on with it }, { id: skip, label: Leave it }], on: { go: ${work}, skip: ${next} }`,
      );
      return name;
    }
    return step(next);
  };
  const series = (next: string, count: number, depth: number): string => {
    let start = next;
    for (let index = 0; index < count; index++) start = piece(start, depth);
    return start;
  };
  put('last', 'type: end');
  let start = 'last';
  while (lines.length < size) start = piece(start, 0);
  return `\n${[`  first: { type: cli, command: ["true"], next: ${start} }`, ...lines.reverse()].join('\n')}`;
}
