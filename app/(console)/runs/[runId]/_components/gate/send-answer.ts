import { paths } from '#lib/paths.ts';
import type { GateView } from '#lib/runs/views.ts';

export type AnswerResult = { ok: true } | { ok: false; message: string };

/** Sends an answer and brings back the server's own words; an unreachable console is said plainly. */
export async function sendAnswer(
  gate: GateView,
  answer: { option: string; values: Record<string, unknown>; comment?: string; override?: boolean },
): Promise<AnswerResult> {
  try {
    const response = await fetch(paths.api.gate(gate.run, gate.id), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(answer),
    });
    if (response.ok) return { ok: true };
    const body = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
    return {
      ok: false,
      message: body?.error?.message ?? `The console answered ${response.status}. Nothing was recorded.`,
    };
  } catch {
    return {
      ok: false,
      message:
        'The console cannot be reached, so your answer may not have arrived. Try again when it is back: a second answer changes nothing.',
    };
  }
}
