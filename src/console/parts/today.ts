import type { DateText } from '../../rules/calendar.ts';
import { useConfig } from '../config.ts';
import { todayIn } from './wall-clock.ts';

/** Today where the service collects, whatever zone this computer is in. */
export const useToday = (): DateText => todayIn(useConfig().timeZone);
