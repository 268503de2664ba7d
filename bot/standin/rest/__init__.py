"""The REST half: one door that every request passes, and the routes by resource."""
