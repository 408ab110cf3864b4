import type { Operation } from '#contract/operation.ts';
import { messageShape } from './message-shape.ts';
import { recordShape } from './record-shape.ts';
import type { CallShape } from './shape.ts';

export const callShapeOf = ({ response }: Operation): CallShape =>
  response === undefined ? messageShape : recordShape;
