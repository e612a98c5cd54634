import { route } from '#lib/http/route.ts';

export const GET = route({ auth: 'none' }, () => ({ ok: true }));
