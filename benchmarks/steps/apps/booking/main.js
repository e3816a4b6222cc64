import 'flatpickr/dist/flatpickr.min.css';
import flatpickr from 'flatpickr';
import { Calendar } from '@fullcalendar/core';
import dayGrid from '@fullcalendar/daygrid';
import timeGrid from '@fullcalendar/timegrid';
import interaction from '@fullcalendar/interaction';
window.flatpickr = flatpickr;
window.FullCalendar = { Calendar, plugins: [dayGrid, timeGrid, interaction] };
