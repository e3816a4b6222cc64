import { Calendar } from '@fullcalendar/core';
import dayGrid from '@fullcalendar/daygrid';
import timeGrid from '@fullcalendar/timegrid';
import interaction from '@fullcalendar/interaction';
window.FullCalendar = { Calendar, plugins: [dayGrid, timeGrid, interaction] };
