import {
  guidePages,
  guideRoles,
  guideTasks,
  type GuideRole,
  type GuideTask,
} from '../src/console/features/help/guide.ts';

/** Pictures of docs/ by the task that they show. */
const pictures: Record<string, [file: string, text: string]> = {
  'Create a mandate': ['mandate-light.png', 'A new mandate, with a preview of its schedule'],
  'Change or cancel a mandate': ['contract-light.png', 'A contract on one page'],
  'Import a spreadsheet': ['import-light.png', 'An import, corrected in the sheet'],
  'See how the month is going': ['overview-light.png', 'The overview: what is due, how it went and why'],
  'Export a report': ['report-light.png', 'A report of any length'],
  'Match the bank statement': ['bank-matching-light.png', 'Bank lines matched at month end'],
  'Send a message': ['messages-light.png', 'Messages, as recipients see them'],
  'Release payouts': ['approvals-light.png', 'What a second person releases'],
};

function linesOf(task: GuideTask): string {
  const picture = pictures[task.title];
  const limit = task.limit ? ` _${task.limit.replaceAll('**', '')}_` : '';
  const shown = picture ? `\n\n![${picture[1]}](${picture[0]})` : '';
  return `### ${task.title}\n\n${guidePages[task.page].label}: ${task.steps.join(' ')}${limit}${shown}\n`;
}

/** docs/guide.md, which `npm run inventory` writes. */
export function guideText(): string {
  const known = new Set<GuideTask>();
  const parts = (Object.keys(guideTasks) as GuideRole[]).map((role) => {
    const tasks: readonly GuideTask[] = guideTasks[role];
    const texts = tasks.map((task) => (known.has(task) ? `### ${task.title}, as finance does\n` : linesOf(task)));
    for (const task of tasks) known.add(task);
    return `## ${guideRoles[role]}\n\n${texts.join('\n')}`;
  });
  return `# Guide

<!-- Written by \`npm run inventory\` from src/console/features/help/guide.ts. Do not edit it by hand. -->

What each role does in the console, in the order of a day. **Help** shows the same, and begins with what is done on the page from which it was
opened.

${parts.join('\n')}`;
}
