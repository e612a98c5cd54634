// What the editor asks of the console: what is wrong with a text, and to save it. An unreachable console is said plainly.
import { paths } from '#lib/paths.ts';
import type { WorkflowDetail } from '#lib/runs/views.ts';

export type Problem = WorkflowDetail['problems'][number];
export type Checked = Pick<WorkflowDetail, 'ok' | 'format' | 'nodes' | 'problems'> & { name: string | null };
export type Answer<Body> = { ok: true; body: Body } | { ok: false; status: number | null; message: string };

async function send<Body>(url: string, init: RequestInit): Promise<Answer<Body>> {
  try {
    const response = await fetch(url, init);
    const body = await response.json().catch(() => null);
    if (response.ok) return { ok: true, body: body as Body };
    const message = body?.error?.message ?? `The console answered ${response.status}.`;
    return { ok: false, status: response.status, message };
  } catch (error) {
    if (init.signal?.aborted) throw error;
    return { ok: false, status: null, message: 'The console cannot be reached. Your text stays here; try again.' };
  }
}

const type = { 'content-type': 'text/yaml' };

export function checkText(text: string, signal: AbortSignal): Promise<Answer<Checked>> {
  return send(paths.api.validate(), { method: 'POST', headers: type, body: text, signal });
}

/** Over the version that was read, or, with null, as a new file and over none. */
export function putWorkflow(workflow: string, text: string, etag: string | null): Promise<Answer<WorkflowDetail>> {
  const condition: Record<string, string> = etag === null ? { 'if-none-match': '*' } : { 'if-match': `"${etag}"` };
  return send(paths.api.workflow(workflow), { method: 'PUT', headers: { ...type, ...condition }, body: text });
}
