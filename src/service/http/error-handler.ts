import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import { HttpError, notFound, unavailable, type ErrorStatus } from '#service/base/errors.ts';
import { isUnavailable } from '#service/database/transaction.ts';
import { recordRefusal } from './refusals.ts';

/**
 * Maps every error to one of the interface's statuses. What the HTTP layer refuses (malformed JSON, a body over the limit,
 * another media type) is a 400, because the interface has no 413 and 415.
 */
function understood(error: FastifyError | HttpError): HttpError {
  if (error instanceof HttpError) return error;
  if (isUnavailable(error)) return unavailable();
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500)
    return new HttpError(400, [{ Code: 'MALFORMED', Message: error.message }]);
  return new HttpError(500, [{ Code: 'INTERNAL', Message: 'Internal error. Quote the CallSequence to support.' }]);
}

const statusName: Record<ErrorStatus, string> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  500: 'INTERNAL_ERROR',
  503: 'SERVICE_UNAVAILABLE',
};

export function sendFailure(error: HttpError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const name = request.operationName ?? '';
  const body: ErrorBody = {
    APIResponse: {
      // 0 if no call was entered, so that two such answers are the same byte for byte.
      CallSequence: request.entry?.sequence ?? 0,
      Status: statusName[error.status],
      Version: (operations as Record<string, Operation>)[name]?.version ?? '1.0.0',
      Name: name,
    },
    Errors: error.faults,
    ...(error.status < 500 && { Processed: 0 }),
  };
  return reply.status(error.status).headers(error.headers).send(body);
}

export function answerFailures(app: FastifyInstance): void {
  app.decorateRequest('visit', null);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = understood(error);
    recordRefusal(request, known);
    if (known.status === 500)
      request.log.error({ operation: request.operationName, callSequence: request.entry?.sequence, err: error }, 'bug');
    // Fastify would close the connection at once while the caller still sends the refused body, and the answer could be lost;
    // `cutLateSenders` closes it later.
    if (known.status === 400 && !request.raw.complete) reply.removeHeader('connection');
    return sendFailure(known, request, reply);
  });
  app.setNotFoundHandler((request, reply) => sendFailure(notFound(), request, reply));
}
