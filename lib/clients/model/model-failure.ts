// What can go wrong with a model, in words that say who must do what. The key never appears in them.
import { APIConnectionError, APIError } from 'openai';
import { messageOf } from '../../errors.ts';
import { ClientFailure, type ClientFailureCode, isClientFailure } from '../../nodes/parts/client-failure.ts';

type Attempted = { model: string; signal: AbortSignal; apiKey: string | null; baseUrl: string | null };

const longestQuote = 300;
const tooLong = /context.{0,20}(length|window|size)|maximum context|too many tokens|prompt is too long/i;

export function modelFailure(error: unknown, attempted: Attempted): ClientFailure {
  if (isClientFailure(error)) return error;
  if (attempted.signal.aborted) return new ClientFailure('aborted', 'The call to the model was stopped');
  const [code, message] = toldAs(error, attempted);
  // No cause: what the SDK throws holds the request, and with it the key.
  return new ClientFailure(code, message);
}

function toldAs(error: unknown, attempted: Attempted): [ClientFailureCode, string] {
  const { model, baseUrl } = attempted;
  const host = URL.parse(baseUrl ?? 'https://api.openai.com')?.host ?? 'its address';
  if (error instanceof APIConnectionError) {
    const reason = reasonOf(error);
    return [
      'model_unreachable',
      `The model server at ${host} cannot be reached${reason}; start it or check OPENAI_BASE_URL`,
    ];
  }
  if (!(error instanceof APIError)) {
    return [
      'model_stream_broken',
      `The model’s answer could not be read to its end (${quote(error, attempted)}); try again`,
    ];
  }
  const said = quote(error, attempted);
  switch (error.status) {
    case 401:
    case 403:
      return [
        'model_key_refused',
        `The model server at ${host} refused the key (${error.status}); check OPENAI_API_KEY`,
      ];
    case 404:
      return [
        'model_unknown',
        `The model server at ${host} does not know "${model}" (${said}); check the node’s "model", GATEHOUSE_MODEL and OPENAI_BASE_URL`,
      ];
    case 429:
      return error.code === 'insufficient_quota'
        ? ['model_rate_limited', `The account at ${host} has used up its quota; raise it there`]
        : ['model_rate_limited', `The model server at ${host} asks for fewer requests (429); try again later`];
    case 400:
    case 413:
    case 422:
      return error.code === 'context_length_exceeded' || error.status === 413 || tooLong.test(error.message)
        ? [
            'model_context_too_long',
            `The conversation is too long for "${model}" (${said}); give it less, or choose another model`,
          ]
        : ['model_refused', `The model server at ${host} refused the request (${said})`];
    default:
      return ['model_failed', `The model server at ${host} failed (${said}); try again later`];
  }
}

/** The system's code for a connection that failed lies some causes deep. */
function reasonOf(error: Error): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return ` (${cause.code})`;
  }
  return '';
}

function quote(error: unknown, { apiKey }: Attempted): string {
  const message = messageOf(error);
  return (apiKey === null ? message : message.replaceAll(apiKey, '***')).slice(0, longestQuote);
}
