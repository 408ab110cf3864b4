/** Whether the network lets a template be sent. */
export const templateStatuses = {
  APPROVED: 'Approved',
  PENDING: 'Pending',
  REJECTED: 'Rejected',
  PAUSED: 'Paused',
} as const;

export const headers = { TEXT: 'Text', IMAGE: 'Image', VIDEO: 'Video', DOCUMENT: 'Document' } as const;
