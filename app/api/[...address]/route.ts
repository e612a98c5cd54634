// Addresses under /api that no other handler has: told as JSON, with the headers of every answer, to those signed in.
import { AppError } from '#lib/errors.ts';
import { route } from '#lib/http/route.ts';

const handle = route({ may: 'see' }, ({ request }) => {
  throw new AppError('not_found', `There is nothing at ${new URL(request.url).pathname}.`);
});

const unknown = (request: Request) => handle(request, { params: Promise.resolve({}) });

export { unknown as DELETE, unknown as GET, unknown as PATCH, unknown as POST, unknown as PUT };
