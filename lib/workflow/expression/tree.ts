// The tree of a parsed expression: plain, JSON-safe data. Chains of one precedence (a + b - c) and of members (a.b[0].c)
// are flat lists, so that the depth of the tree is the nesting that the author wrote.

export type BinaryOperator =
  | '??'
  | '||'
  | '&&'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'not in'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';

export type Arrow = { parameter: string; body: Expression };

/** `optional` is a link written with `?.`. */
export type Link =
  | { kind: 'key'; key: string | number; optional: boolean; offset: number }
  | { kind: 'index'; index: Expression; optional: boolean; offset: number }
  | { kind: 'method'; method: string; arguments: Expression[]; arrow: Arrow | null; optional: boolean; offset: number };

export type Expression =
  | { kind: 'literal'; value: string | number | boolean | null; offset: number }
  | { kind: 'name'; name: string; offset: number }
  | { kind: 'list'; items: Expression[]; offset: number }
  | { kind: 'object'; entries: { key: string; value: Expression }[]; offset: number }
  | { kind: 'chain'; base: Expression; links: Link[]; offset: number }
  | { kind: 'call'; name: string; arguments: Expression[]; offset: number }
  | { kind: 'unary'; operator: '!' | '-'; operand: Expression; offset: number }
  | { kind: 'binary'; first: Expression; rest: BinaryPart[]; offset: number }
  | { kind: 'choice'; condition: Expression; then: Expression; otherwise: Expression; offset: number };

/** All parts of one binary node have operators of the same precedence. */
export type BinaryPart = { operator: BinaryOperator; operand: Expression; offset: number };

export type Reference = { path: string[]; optional: boolean; offset: number };

/**
 * The paths an expression reads from its scope, as far as they are written out: `a.b[0].c` is ['a', 'b', '0', 'c'],
 * `a[x].c` is ['a'] and ['x']. `.length` and method calls end a path; arrow parameters are no references.
 */
export function referencedPaths(expression: Expression): Reference[] {
  const found: Reference[] = [];
  visit(expression, false, []);
  return found;

  function visit(node: Expression, optional: boolean, bound: readonly string[]): void {
    switch (node.kind) {
      case 'literal':
        return;
      case 'name':
        if (!bound.includes(node.name)) found.push({ path: [node.name], optional, offset: node.offset });
        return;
      case 'list':
        for (const item of node.items) visit(item, optional, bound);
        return;
      case 'object':
        for (const entry of node.entries) visit(entry.value, optional, bound);
        return;
      case 'call':
        for (const argument of node.arguments) visit(argument, optional, bound);
        return;
      case 'unary':
        visit(node.operand, optional, bound);
        return;
      case 'choice':
        for (const part of [node.condition, node.then, node.otherwise]) visit(part, optional, bound);
        return;
      case 'binary':
        visit(node.first, optional || node.rest[0]?.operator === '??', bound);
        node.rest.forEach((part, index) => {
          visit(part.operand, optional || node.rest[index + 1]?.operator === '??', bound);
        });
        return;
      case 'chain':
        visitChain(node, optional, bound);
    }
  }

  function visitChain(node: Expression & { kind: 'chain' }, optional: boolean, bound: readonly string[]): void {
    if (node.base.kind !== 'name') visit(node.base, optional, bound);
    else if (!bound.includes(node.base.name)) {
      const path = [node.base.name];
      let isOptional = optional;
      for (const link of node.links) {
        isOptional ||= link.optional;
        if (link.kind !== 'key' || link.key === 'length') break;
        path.push(String(link.key));
      }
      found.push({ path, optional: isOptional, offset: node.offset });
    }
    for (const link of node.links) {
      if (link.kind === 'index') visit(link.index, optional, bound);
      if (link.kind !== 'method') continue;
      for (const argument of link.arguments) visit(argument, optional, bound);
      if (link.arrow) visit(link.arrow.body, optional, [...bound, link.arrow.parameter]);
    }
  }
}
