/** Whether the server can be reached at all, and whether a newer page is waiting. */
export const connection = $state({ online: navigator.onLine, update: false });

addEventListener('online', () => (connection.online = true));
addEventListener('offline', () => (connection.online = false));
