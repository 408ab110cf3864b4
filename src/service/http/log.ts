import type { FastifyInstance, FastifyServerOptions } from 'fastify';

/*
 * One line of JSON for each call of the interface, and one for each bug. Never an address, a header, a body or a row: they
 * contain client numbers, names and tokens.
 */

interface Loggable {
  type: string;
  message: string;
  stack: string;
  [name: string]: unknown;
}

const loggedFields = ['code', 'severity', 'table', 'column', 'constraint', 'routine', 'syscall'];

/**
 * The loggable parts of an error: kind, code, the table and constraint that it broke, and its stack. Its message may quote the
 * request (JSON, SQL) and is left out, except for plain bugs of ours.
 */
function loggable(error: Error): Loggable {
  const fields = error as Error & Record<string, unknown>;
  const isSlip = (error instanceof TypeError || error instanceof ReferenceError) && fields['code'] === undefined;
  const frames = (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: isSlip ? error.message : '',
    stack: frames.join('\n'),
    ...Object.fromEntries(
      loggedFields.filter((name) => typeof fields[name] === 'string').map((name) => [name, fields[name]]),
    ),
    ...(Array.isArray(fields['issues']) ? { issues: fields['issues'].map(placeOf) } : {}),
    ...(error.cause instanceof Error ? { cause: loggable(error.cause) } : {}),
  };
}

/** Code and path of a zod issue in an answer; its fields are the contract's. */
const placeOf = ({ code, path }: { code?: unknown; path?: unknown[] }) => `${String(code)} at ${path?.join('.')}`;

export const logging = (level: string): FastifyServerOptions['logger'] =>
  level !== 'silent' && {
    level,
    serializers: {
      err: loggable,
      // Fastify's own would include the address.
      req: () => ({}),
    },
    hooks: {
      /** A line without a message would use the error's. */
      logMethod(args, method) {
        const [first] = args as unknown[];
        if (args.length === 1 && first instanceof Error) return method.apply(this, [{ err: first }, 'error']);
        if (args.length === 1 && typeof first === 'object') return method.apply(this, [first, '']);
        return method.apply(this, args);
      },
    },
  };

/**
 * Logs each call of the interface when its answer is sent or cut off, at level info: operation, merchant, status, duration,
 * number of items.
 */
export function logCalls(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const began = performance.now();
    reply.raw.once('close', () => {
      if (!request.operationName) return;
      const { outcome } = request;
      const merchant = request.entry?.merchant ?? request.entered?.merchant;
      request.log.info(
        {
          operation: request.operationName,
          status: reply.raw.statusCode,
          ...(request.entry ? { callSequence: request.entry.sequence } : {}),
          ...(merchant ? { merchant } : {}),
          milliseconds: Math.round((performance.now() - began) * 10) / 10,
          ...(outcome ? { items: outcome.successful + outcome.failed, failed: outcome.failed } : {}),
          ...(outcome?.isDryRun ? { dryRun: true } : {}),
          ...(reply.raw.writableFinished ? {} : { cut: true }),
        },
        'call',
      );
    });
    done();
  });
}
