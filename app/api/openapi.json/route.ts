import { describeApi } from '#lib/http/openapi.ts';
import { route } from '#lib/http/route.ts';
import { describedRoutes } from './api-routes.ts';

const options = {
  may: 'see',
  summary: 'This description of the HTTP interface',
  answers: { 200: 'application/json' },
} as const;

export const GET = route(options, () => describeApi({ ...describedRoutes(), '/api/openapi.json': { GET: options } }));
