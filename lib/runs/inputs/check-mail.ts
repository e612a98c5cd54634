import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import type { Graph } from '../../workflow/graph.ts';

/** A gate whose answer takes a mailed code can be opened only where mail can be sent. */
export function checkMail({ env }: Needs<'env'>, { nodes }: Graph): void {
  if (env.notifications?.mail) return;
  const node = nodes.find(({ enabled, fields, gates }) => enabled && [fields, ...gates].some(asksForCode));
  if (!node) return;
  const message = `the gate of "${node.id}" takes a mailed code (identity: code), and this console sends no mail; set GATEHOUSE_SMTP_URL and GATEHOUSE_MAIL_FROM`;
  throw new AppError('requirements_failed', `The run cannot start: ${message}`, {
    details: { problems: [{ index: 0, message }] },
  });
}

const asksForCode = (spec: object) => 'identity' in spec && spec.identity === 'code';
